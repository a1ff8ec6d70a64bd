/** Pages of the reference that are generated; a test compares them with what is committed. */
export * from './endpoints-page.js'
export * from './route-table.js'
export * from './settings-page.js'
export * from './why-not-built.js'
