import SchemaBuilder, { BasePlugin, type PothosTypeConfig, type SchemaTypes } from '@pothos/core';

/** Prints `@specifiedBy` in the schema of the subgraph, whose printer ignores the URL of a scalar. */
class SpecifiedScalarsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.graphqlKind !== 'Scalar' || typeof config.specifiedByURL !== 'string') return config;
    const directives = [{ name: 'specifiedBy', args: { url: config.specifiedByURL } }];
    return { ...config, extensions: { ...config.extensions, directives } };
  }
}

SchemaBuilder.registerPlugin('specifiedScalars', SpecifiedScalarsPlugin);

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Pothos types its plugins by declaration merging.
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      specifiedScalars: SpecifiedScalarsPlugin<Types>;
    }
  }
}
