/**
 * Of some packages a small part is used, and they weigh a hundred times as much: that part is published inside ours, with the licences of what is
 * in it, and the packages are no dependencies.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from '../root.mjs'

const require = createRequire(join(ROOT, 'package.json'))

const packageOf = (file) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]

/** One module of a library with all that it requires, and the packages in it. */
const moduleOf = async (specifier) => {
  const made = await rolldown({ input: require.resolve(specifier), platform: 'node', logLevel: 'silent' })
  const { output } = await made.generate({ format: 'cjs', minify: true })
  await made.close()
  const packages = output.flatMap(({ moduleIds = [] }) =>
    moduleIds.map(packageOf).filter((found) => found !== undefined),
  )
  return { text: output[0].code, packages: [...new Set(packages)] }
}

/** The names and aliases of emoji, without the rest of what is said of each. */
const emojiCodes = async (specifier) => {
  const codes = Object.values(require(specifier)).map(({ alpha_code, aliases }) => ({ alpha_code, aliases }))
  return { text: JSON.stringify(codes), packages: [packageOf(require.resolve(specifier))] }
}

const PARTS = [
  {
    of: 'emoji-toolkit',
    specifier: 'emoji-toolkit/extras/alpha-codes/eac.json',
    file: 'emoji-codes.json',
    make: emojiCodes,
  },
  { of: 'prom-client', specifier: 'prom-client', file: 'prom-client.cjs', make: moduleOf },
]

/** The packages of which a part is published in ours. */
export const PACKAGES_IN_PART = PARTS.map(({ of }) => of)

const licenceOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}, ${license}\n\n${text}\n`
}

/** Writes each part beside the code that requires it, in an assembled package, and the licences into the package. */
export const takePartsOfOthers = async (folder) => {
  const dist = join(folder, 'dist')
  const code = existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []
  const files = code.filter((path) => /\.c?js$/.test(path)).map((path) => join(dist, path))
  const packages = new Set()
  for (const { specifier, file, make } of PARTS) {
    const asked = new RegExp(`(["'\`])${specifier.replaceAll('.', '\\.')}\\1`, 'g')
    const users = files.filter((path) => readFileSync(path, 'utf8').search(asked) >= 0)
    if (users.length === 0) continue
    const part = await make(specifier)
    for (const path of users) {
      writeFileSync(join(dirname(path), basename(file)), part.text)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(asked, `"./${file}"`))
    }
    for (const one of part.packages) packages.add(one)
  }
  const licences = [...packages].map(licenceOf).sort()
  if (licences.length > 0) writeFileSync(join(folder, 'LICENSES-OF-PARTS'), licences.join(`\n${'-'.repeat(72)}\n\n`))
}
