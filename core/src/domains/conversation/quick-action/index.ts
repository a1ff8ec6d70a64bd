/** Quick actions: lines such as `/label` in notes and descriptions, read and carried out. */
export * from './reading/index.js'
export * from './use-cases/index.js'
