import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { followStep, type Step } from './steps.js'

const PACKAGES = ['core', 'adapters', 'server', 'spec']
/** A copy of the workspace's sources, which can be built without touching the workspace. */
export interface ScratchCopy {
  /** The root of the copy. */
  readonly root: string
  /** Does what a step says; the path of its file. Throws where it does not fit. */
  readonly follow: (step: Step) => string
  readonly remove: () => void
}

const copySources = (from: string, to: string): void => {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) cpSync(join(from, entry.name), join(to, entry.name))
  for (const name of ['.changeset', 'docs']) cpSync(join(from, name), join(to, name), { recursive: true })
  const isWanted = (path: string): boolean => !/[\\/](node_modules|dist)$/.test(path)
  for (const name of PACKAGES) cpSync(join(from, name), join(to, name), { recursive: true, filter: isWanted })
}

/** The libraries of the workspace, and the packages of the copy under their names. */
const linkModules = (from: string, to: string): void => {
  mkdirSync(join(to, 'node_modules/@forgefold'), { recursive: true })
  for (const name of readdirSync(join(from, 'node_modules')))
    if (name !== '@forgefold') symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name))
  for (const name of PACKAGES) {
    symlinkSync(join(to, name), join(to, 'node_modules/@forgefold', name))
    const own = join(from, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(to, name, 'node_modules'))
  }
}

/** Copies the sources of a workspace into a folder of its own below the system's temporary one. */
export const makeScratchCopy = (workspace: string): ScratchCopy => {
  const root = mkdtempSync(join(tmpdir(), 'forgefold-scratch-'))
  copySources(workspace, root)
  linkModules(workspace, root)
  return {
    root,
    follow: (step) => {
      const path = join(root, step.place.path)
      const text = followStep(existsSync(path) ? readFileSync(path, 'utf8') : undefined, step)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return step.place.path
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
