import { parse } from 'graphql';
import type { Service } from './composer.ts';

/** The link to the federation specification that a subgraph begins with. */
export const imports = (...names: string[]) =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${JSON.stringify(names)})`;

/** A company's subgraph that defines many names of our graph differently. */
export const hostile: Service[] = [
  {
    name: 'company',
    typeDefs: parse(/* GraphQL */ `
      ${imports('@key', '@shareable')}

      scalar DateTime
      scalar JSON
      scalar Date
      scalar PartialDate

      type Query {
        users(first: Int!): UserConnection!
        user(login: String!): User
        lists: [List!]!
        list(id: Int!): List
        comments: [Comment!]!
        organization(slug: String!): Organization
        companies: [Company!]!
        company(vat: String!): Company
        cities: [City!]!
        activities: [Activity!]!
        signals: [Signal!]!
        connectors: String
        viewer: Viewer
        talentUsers(first: Int!): UserConnection!
        problem: Problem
        moment: Moment
      }

      type Mutation {
        createList(title: String!): List!
        deleteList(id: Int!): Boolean!
        createWebhook(input: CreateWebhookInput!): Webhook
        uploadActivity(file: File!): Activity
      }

      type Subscription {
        conversationEvents: Activity
      }

      type PageInfo @shareable {
        hasNextPage: Boolean!
        hasPreviousPage: Boolean!
        startCursor: String
        endCursor: String
      }

      type Viewer @key(fields: "login") {
        login: String!
        identifier: Int
        scopes: String
        user: User!
        organization: Organization
      }

      type UserConnection {
        nodes: [User!]!
        pageInfo: PageInfo!
      }

      type User @key(fields: "login") {
        id: Int!
        login: String!
        role: Gender
        name: String!
      }

      type List @key(fields: "id") {
        id: Int!
        title: String!
        entries: [ListEntry!]!
      }

      type ListEntry {
        position: Int!
        list: List!
      }

      type Comment {
        id: Int!
        text: [String!]!
        author: User!
      }

      type Organization @key(fields: "slug") {
        slug: String!
        name: Int
      }

      type Company @key(fields: "vat") {
        vat: String!
        name: Int
        city: City
      }

      type City {
        id: ID!
        name: [String!]!
      }

      type Activity {
        id: ID!
        type: String!
        status: ActivityStatus!
        transcript: String
        participants: Int
      }

      type Signal {
        id: Int!
        score: String!
        lists: Boolean
      }

      type Webhook {
        id: Int!
        url: String
      }

      type Summary {
        content: Int!
      }

      type Education {
        degree: Boolean
      }

      type Connector {
        id: ID!
        kind: Int
      }

      interface Problem {
        status: Int!
      }

      type ConflictProblem implements Problem {
        status: Int!
        with: User
      }

      interface Moment {
        at: DateTime
      }

      enum ActivityStatus {
        OPEN
        CLOSED
      }

      enum Gender {
        X
      }

      enum OrderDirection {
        UP
        DOWN
      }

      input File {
        name: String!
      }

      input CreateWebhookInput {
        address: String!
      }

      input ActivityFilter {
        order: OrderDirection!
      }
    `),
  },
];
