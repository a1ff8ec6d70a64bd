/** Pages of the reference that are made from data; a test compares them with what is committed. */
export * from './settings-page.js'
