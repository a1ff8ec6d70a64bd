/** Where labels and milestones belong: a project or a group. */
export * from './access.js'
export * from './place.js'
