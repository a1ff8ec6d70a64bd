/** Third-party programs, unchanged, tried against a server (`npm run tools`). */
export { toolsPage } from './page.js'
