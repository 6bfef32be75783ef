/** Documents that assistants can call, by the names of their files. */
export const documents = {
  'lists.graphql': '# All lists that the caller can see.\nquery Lists { lists { id name } }\n',
  'cities.graphql': `# The cities of signals.
query Cities($search: String, $first: Int = 5) {
  cities(search: $search, first: $first) { nodes { name } }
}
`,
  'outputs.graphql': `# Three outputs of each conversation.
query Outputs($first: Int) {
  activities(first: $first) { nodes { summary { content } questions { text } actionItems { text } } }
}
`,
  'outline.graphql':
    '# The summary of a conversation.\nquery Outline($id: ID!) { activity(id: $id) { id summary { content } } }\n',
  'users.graphql': '# The members of the team.\nquery Users { users { name } }\n',
  'writes/create-list.graphql': `# Creates a private list.
# @write
mutation CreateList($name: String!) {
  createList(input: { name: $name }) { ... on CreateListSuccess { list { name } } ... on Problem { code message } }
}
`,
  'writes/delete-webhook.graphql': `# Deletes a webhook. @write
mutation DeleteWebhook($id: ID!) { deleteWebhook(id: $id) { __typename ... on Problem { code } } }
`,
};

export const someId = '00000000-0000-4000-8000-000000000001';
