/** Pipeline triggers: tokens with which pipelines of a project are made from outside. Events hold digests and sealed tokens. */
export * from './aggregate.js'
export type * from './queries.js'
export * from './use-cases.js'
