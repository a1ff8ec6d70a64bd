/** The output of jobs: traces and artifacts. */
export * from './aggregate.js'
export * from './artifacts.js'
export * from './available-artifacts.js'
export type { DotenvVariable } from './dotenv.js'
export type * from './queries.js'
export * from './trace.js'
