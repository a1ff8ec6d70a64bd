import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingsPage } from './settings-page.js'

const folder = join(process.cwd(), 'docs/reference')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'settings.md'), settingsPage())
