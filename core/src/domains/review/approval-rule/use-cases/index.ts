export * from './project-rules.js'
export * from './request-rules.js'
export { seesGroup, type WantedPeople } from './wanted.js'
