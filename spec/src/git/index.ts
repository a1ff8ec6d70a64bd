/** Git seen from the outside: the plain program as a client of the server and as the judge of the adapters. */
export * from './plain-git.js'
export * from './served.js'
