/** Owners of labels and milestones: projects and groups. */
export * from './access.js'
export * from './resource-parent.js'
