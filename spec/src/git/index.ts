/** The git program as a client of the server and as a reference for the adapters. */
export * from './plain-git.js'
export * from './served.js'
