#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print } from './finding.js'
import { inspect } from './rulebook.js'
import { redrawn } from './rules/picture.js'
import { readWorkspace } from './workspace.js'

/**
 * `npm run check`: prints what the rules find and fails where one is broken.
 * With `--draw` it first brings the drawn parts of the documents up to date (modules, decisions).
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
if (process.argv.includes('--draw'))
  for (const [path, text] of redrawn(readWorkspace(root))) writeFileSync(join(root, path), text)

const workspace = readWorkspace(root)
const findings = inspect(workspace)
const errors = findings.filter(({ grade }) => grade === 'error')
for (const finding of findings) if (finding.grade === 'note') console.log(`note: ${print(finding)}`)
for (const finding of errors) console.error(`error: ${print(finding)}`)
console.log(`architecture: ${workspace.sources.size} files, ${errors.length} broken rules`)
process.exitCode = errors.length === 0 ? 0 : 1
