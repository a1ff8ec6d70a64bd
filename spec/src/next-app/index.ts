/** The example of mounting a forge in Next, built and started by Next itself (`npm run next`). */
export { buildApp, startApp } from './app.js'
