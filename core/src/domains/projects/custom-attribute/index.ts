/** Use cases of the custom attributes of users, groups and projects. */
export * from './use-cases.js'
