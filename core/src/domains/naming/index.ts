/** Paths and unique names of users, groups and projects: their rules and which of them are reserved. */
export * from './path.js'
export * from './ref-name.js'
export * from './unique-names.js'
