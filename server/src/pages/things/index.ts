/** Pages of things, made from the API's JSON: what every `web_url` leads to. Used by the composition. */
export { thingPage } from './page.js'
