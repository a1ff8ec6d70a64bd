/** Distribution tags: names such as `latest` that point to one version of a package. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './state.js'
