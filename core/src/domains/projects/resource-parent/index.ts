/** Owners of labels and milestones: a project or a group, found for a caller. */
export * from './access.js'
export * from './resource-parent.js'
