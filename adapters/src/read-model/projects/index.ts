/** Places: namespaces, groups, projects, members, and who may see what of them. */
export { places } from './places.js'
export { visibleGroups, visibleProjects } from './visible.js'
