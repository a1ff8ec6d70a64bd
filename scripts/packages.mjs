/**
 * `npm run packages -- [FOLDER]`: makes the packages as they are published, and packs them into the folder (default: `node_modules/.forgefold/packed`).
 * What is published differs from the workspace in its entry points: of `exports`, the pattern that opens every folder to our own tests stays at home.
 * Build before.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeBundle } from './bundle.mjs'
import { packDocumentation, writeDocumentation } from './documentation.mjs'
import { declareAugmentations } from './packages/augmentations.mjs'
import { assembleCode } from './packages/code.mjs'
import { bundleDeciders } from './packages/deciders.mjs'
import { writeDependencies } from './packages/dependencies.mjs'
import { writeEmptyRows } from './packages/empty-rows.mjs'
import { writeEntriesOfBundle } from './packages/entries-of-bundle.mjs'
import { joinModules } from './packages/joined-modules.mjs'
import { writeManifest } from './packages/manifest.mjs'
import { takePartsOfOthers } from './packages/parts-of-others.mjs'
import { keepReachableTypes } from './packages/reachable-types.mjs'
import { addTexts } from './packages/texts.mjs'
import { ROOT } from './root.mjs'

/** Each published package: the folder of its manifest and texts, and the folders of the workspace whose code it holds. */
export const PUBLISHED = [
  { name: 'core', home: 'core', code: [{ from: 'core', to: 'dist' }] },
  { name: 'adapters', home: 'adapters', code: [{ from: 'adapters', to: 'dist' }] },
  { name: 'server', home: 'server', code: [{ from: 'server', to: 'dist' }] },
  { name: 'testing', home: 'spec/packages/testing', code: [] },
  {
    name: 'laws',
    home: 'spec/packages/laws',
    code: [
      { from: 'spec', under: 'laws', to: 'dist' },
      { from: 'spec', under: 'git/plain-git.ts', to: 'dist' },
    ],
  },
]

/** Writes each package into a folder of its name; gives the folders. */
export const assemble = async (target) => {
  rmSync(target, { recursive: true, force: true })
  const folders = PUBLISHED.map(({ name, home, code }) => {
    const folder = join(target, name)
    mkdirSync(folder, { recursive: true })
    for (const part of code) assembleCode(part, folder)
    addTexts(join(ROOT, home), folder)
    return { name, home, folder }
  })
  declareAugmentations(join(target, 'core/dist'))
  await bundleDeciders(join(target, 'core'))
  await writeBundle(join(target, 'server/dist/bundle'))
  writeDocumentation(join(target, 'server/dist/site'))
  packDocumentation(join(target, 'server/dist/site'))
  for (const { name, home, folder } of folders) writeManifest(name, join(ROOT, home), folder)
  for (const name of ['core', 'adapters']) await joinModules(name, join(target, name))
  writeEntriesOfBundle(join(target, 'server'))
  writeEmptyRows(join(target, 'adapters/dist/read-model'), join(target, 'server/dist/bundle'))
  for (const name of ['adapters', 'server']) await takePartsOfOthers(join(target, name))
  const all = folders.map(({ folder }) => folder)
  for (const { folder } of folders) keepReachableTypes(folder, all)
  for (const { folder } of folders) writeDependencies(folder)
  return folders
}

/** Packs the assembled packages; gives the tarballs by the name of the package. */
export const pack = async (target) => {
  const folders = await assemble(join(target, 'assembled'))
  // One npm for all: it takes longer to start than to pack.
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    target,
    ...folders.map(({ folder }) => folder),
  ]
  const packed = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  return Object.fromEntries(folders.map(({ name }, at) => [name, join(target, packed[at].filename)]))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = resolve(process.argv[2] ?? join(ROOT, 'node_modules/.forgefold/packed'))
  mkdirSync(target, { recursive: true })
  for (const tarball of Object.values(await pack(target))) console.log(tarball)
}
