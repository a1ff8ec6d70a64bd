/** Hostile requests generated from the OpenAPI document of a running server, on any transport. */
export * from './drive.js'
export * from './first-things.js'
export * from './operations.js'
export * from './requests.js'
export * from './values.js'
