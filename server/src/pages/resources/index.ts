/** Pages of projects, issues, pipelines and other resources, rendered from the JSON of the API: the targets of every `web_url`. */
export { resourcePage } from './resource-page.js'
