/** Programs of others, unchanged, tried on a server of their own (`npm run tools`). */
export { toolsPage } from './page.js'
