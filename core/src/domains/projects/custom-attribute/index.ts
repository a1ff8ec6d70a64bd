/** Setting and reading the custom attributes of users, groups and projects, by the names that the API has for them. */
export * from './use-cases.js'
