/** Pages of projects, issues, pipelines and other resources, rendered from the JSON of the API: the targets of every `web_url`. */
export { publicKeys } from './public-keys.js'
export { resourcePage } from './resource-page.js'
