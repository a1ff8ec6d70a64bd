/** Pages of projects, issues, pipelines and other resources, made from the JSON of the API: what every `web_url` leads to. */
export { resourcePage } from './resource-page.js'
