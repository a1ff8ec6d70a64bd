import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seedSchema } from '@forgefold/server/testing'
import { apiReport, libraryIndexPage, libraryPage, REPORTED } from '../api-report/index.js'
import { endpointsPage } from './endpoints-page.js'
import { routeTable } from './route-table.js'
import { settingsPage } from './settings-page.js'

const folder = join(process.cwd(), 'docs/reference')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'settings.md'), settingsPage())
await writeFile(join(folder, 'endpoints.md'), endpointsPage())
await writeFile(join(folder, 'seed.schema.json'), `${JSON.stringify(seedSchema, null, 2)}\n`)
for (const [file, text] of await routeTable())
  await writeFile(join(process.cwd(), 'server/src/api/v4/route-table', file), text)
for (const home of REPORTED) await writeFile(join(process.cwd(), home, 'api.txt'), apiReport(process.cwd(), home))
await mkdir(join(folder, 'library'), { recursive: true })
await writeFile(join(folder, 'library/README.md'), libraryIndexPage(process.cwd()))
for (const home of REPORTED) {
  const { file, text } = libraryPage(process.cwd(), home)
  await writeFile(join(folder, 'library', file), text)
}
