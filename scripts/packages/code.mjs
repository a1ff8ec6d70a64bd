/** The built code of a package without what only the workspace needs: maps, build records, files of sources that are gone. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../root.mjs'
import { isPublic } from './entry-points.mjs'

const sourcesIn = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name))

/** Entry points that are not public are opened to our own packages by a name that says so. */
const byInternalNames = (text) =>
  text.replaceAll(/(['"])@forgefold\/(core)\/([^'"]+)\1/g, (specifier, quote, name, subpath) =>
    isPublic(name, subpath) ? specifier : `${quote}@forgefold/${name}/internal/${subpath}${quote}`,
  )

/** Takes a workspace folder's built files, all or those of the sources `under` a path. */
export const assembleCode = ({ from, under = '', to }, folder) => {
  const sources = join(ROOT, from, 'src')
  for (const source of sourcesIn(join(sources, under))) {
    const path = relative(sources, source)
    for (const ending of ['.js', '.d.ts']) {
      const built = path.replace(/\.ts$/, ending)
      const target = join(folder, to, built)
      mkdirSync(dirname(target), { recursive: true })
      const text = readFileSync(join(ROOT, from, 'dist', built), 'utf8')
      writeFileSync(target, byInternalNames(text).replace(/\n?\/\/# sourceMappingURL=.*\n?$/, '\n'))
    }
  }
}
