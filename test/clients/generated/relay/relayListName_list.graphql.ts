/**
 * @generated SignedSource<<69589b3f28baad8ebd7b0009331cfe14>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ReaderFragment } from 'relay-runtime';
import { FragmentRefs } from "relay-runtime";
export type relayListName_list$data = {
  readonly id: string;
  readonly name: string | null | undefined;
  readonly " $fragmentType": "relayListName_list";
};
export type relayListName_list$key = {
  readonly " $data"?: relayListName_list$data;
  readonly " $fragmentSpreads": FragmentRefs<"relayListName_list">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "relayListName_list",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "id",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "name",
      "storageKey": null
    }
  ],
  "type": "List",
  "abstractKey": null
};

(node as any).hash = "a5536c35887b8bd1998e840c89939876";

export default node;
