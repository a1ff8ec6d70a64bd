/** `npm start`: installs and builds what is missing, then serves in this process. Flags go to `forgefold serve`. */
import { pathToFileURL } from 'node:url'
import { checkPrerequisites } from './prerequisites.mjs'
import { buildDocumentation, buildServer, install } from './workspace.mjs'

checkPrerequisites()
install()

const cli = await buildServer()
await buildDocumentation()
process.argv = [process.execPath, cli, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(cli).href)
