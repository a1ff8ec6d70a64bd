/** Scopes of job tokens: which projects' jobs have access to a project. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
