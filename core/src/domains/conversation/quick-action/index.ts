/** Quick actions: lines in notes and descriptions that ask for something to be done. */
export * from './reading/index.js'
export * from './use-cases/index.js'
