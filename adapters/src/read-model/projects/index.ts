/** Namespaces, groups, projects, members, and the conditions of their visibility. */
export { places } from './projection.js'
export { visibleGroups, visibleProjects } from './visible.js'
