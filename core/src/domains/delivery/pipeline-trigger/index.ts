/** Pipeline triggers: tokens with which outside systems create pipelines of a project. Events hold digests and sealed tokens. */
export * from './aggregate.js'
export type * from './queries.js'
export * from './use-cases.js'
