/** Reports of the public surface of the published packages. */
export { declarationsOf } from './declarations.js'
export { libraryIndexPage, libraryPage } from './library-page.js'
export { type PublicName, publicFunctions, publicNames } from './public-names.js'
export { apiReport, REPORTED } from './report.js'
