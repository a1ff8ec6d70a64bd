/** Quick actions: lines such as `/label` in notes and descriptions, read and carried out. */
export * from './parsing/index.js'
export * from './use-cases/index.js'
