/** From rows of the read model to the documented JSON. Routes enter here. */
export * from './commit.js'
export * from './deployment.js'
export * from './environment.js'
export * from './file-change.js'
export * from './release-item.js'
export * from './settings.js'
export * from './settings-schema.js'
export * from './user-summary.js'
