/** Which test sends which parameter of which endpoint: recorded while tests run, and written as pages of the reference. */
export { chooseTests, unheard } from './choose.js'
export { documentedEndpoints } from './endpoints.js'
export { namedTests, PAGES_FOLDER } from './files.js'
export { parameterPages } from './pages.js'
