/**
 * @generated SignedSource<<18dfe77c57fbeb95f61a76ee7ae930e8>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type relayEventsSubscription$variables = {
  after?: string | null | undefined;
};
export type relayEventsSubscription$data = {
  readonly conversationEvents: {
    readonly activity: {
      readonly id: string;
      readonly title: string | null | undefined;
    } | null | undefined;
    readonly cursor: string;
    readonly id: string;
  };
};
export type relayEventsSubscription = {
  response: relayEventsSubscription$data;
  variables: relayEventsSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "after"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v2 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "after",
        "variableName": "after"
      },
      {
        "kind": "Literal",
        "name": "triggers",
        "value": [
          "CONVERSATION_PROCESSED"
        ]
      }
    ],
    "concreteType": "ConversationEvent",
    "kind": "LinkedField",
    "name": "conversationEvents",
    "plural": false,
    "selections": [
      (v1/*:: as any*/),
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "cursor",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Activity",
        "kind": "LinkedField",
        "name": "activity",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
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
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "relayEventsSubscription",
    "selections": (v2/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "relayEventsSubscription",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "cacheID": "1450a4306b63ece8c344a7b397562803",
    "id": null,
    "metadata": {},
    "name": "relayEventsSubscription",
    "operationKind": "subscription",
    "text": "subscription relayEventsSubscription(\n  $after: EventCursor\n) {\n  conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {\n    id\n    cursor\n    activity {\n      id\n      title\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "4ad0956b7cacfb31c4c1952dd873e6ae";

export default node;
