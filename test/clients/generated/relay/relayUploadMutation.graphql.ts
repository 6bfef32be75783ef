/**
 * @generated SignedSource<<ab5db456bafa5de3559b668dcc0f3655>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type UploadActivityInput = {
  accountId?: string | null | undefined;
  completedAt?: string | null | undefined;
  externalId?: string | null | undefined;
  hostUserEmail: string;
  language: string;
  leadId?: string | null | undefined;
  notifyForUploadCompletionByEmail?: boolean | null | undefined;
  opportunityId?: string | null | undefined;
  recording?: File | null | undefined;
  recordingUrl?: string | null | undefined;
  skipFullAnalysis?: boolean | null | undefined;
  title: string;
};
export type relayUploadMutation$variables = {
  input: UploadActivityInput;
};
export type relayUploadMutation$data = {
  readonly uploadActivity: {
    readonly activity?: {
      readonly id: string;
      readonly title: string | null | undefined;
    };
    readonly message?: string;
  };
};
export type relayUploadMutation = {
  response: relayUploadMutation$data;
  variables: relayUploadMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v2 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": null,
      "concreteType": "Activity",
      "kind": "LinkedField",
      "name": "activity",
      "plural": false,
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
          "name": "title",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "type": "UploadActivitySuccess",
  "abstractKey": null
},
v3 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "message",
      "storageKey": null
    }
  ],
  "type": "Problem",
  "abstractKey": "__isProblem"
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "relayUploadMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "uploadActivity",
        "plural": false,
        "selections": [
          (v2/*:: as any*/),
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "relayUploadMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "uploadActivity",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "__typename",
            "storageKey": null
          },
          (v2/*:: as any*/),
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "eb0e00be01446822f6e4d24c34b88a11",
    "id": null,
    "metadata": {},
    "name": "relayUploadMutation",
    "operationKind": "mutation",
    "text": "mutation relayUploadMutation(\n  $input: UploadActivityInput!\n) {\n  uploadActivity(input: $input) {\n    __typename\n    ... on UploadActivitySuccess {\n      activity {\n        id\n        title\n      }\n    }\n    ... on Problem {\n      __isProblem: __typename\n      message\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "a662fd9d6841583b1f82526ad731d4e0";

export default node;
