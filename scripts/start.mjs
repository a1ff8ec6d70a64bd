/** `npm start`: installs and builds what is missing, then serves in this process. Flags go to `forgefold serve`. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkPrerequisites } from './prerequisites.mjs'
import { buildServer, install, ROOT } from './workspace.mjs'

checkPrerequisites()
install()
buildServer()

const cli = join(ROOT, 'server/dist/cli.js')
process.argv = [process.execPath, cli, 'serve', ...process.argv.slice(2)]
await import(pathToFileURL(cli).href)
