import type { ObjectId, Repository } from '../../../ports/git.js'

/** Programming and markup languages by file extension; data and prose do not count. */
const BY_ENDING: Readonly<Record<string, string>> = {
  asm: 'Assembly',
  astro: 'Astro',
  bash: 'Shell',
  bat: 'Batchfile',
  c: 'C',
  cc: 'C++',
  cjs: 'JavaScript',
  clj: 'Clojure',
  cljs: 'Clojure',
  cmake: 'CMake',
  coffee: 'CoffeeScript',
  cpp: 'C++',
  cr: 'Crystal',
  cs: 'C#',
  css: 'CSS',
  cts: 'TypeScript',
  cu: 'Cuda',
  cxx: 'C++',
  d: 'D',
  dart: 'Dart',
  el: 'Emacs Lisp',
  elm: 'Elm',
  erb: 'HTML+ERB',
  erl: 'Erlang',
  ex: 'Elixir',
  exs: 'Elixir',
  f90: 'Fortran Free Form',
  fs: 'F#',
  gleam: 'Gleam',
  go: 'Go',
  gradle: 'Gradle',
  groovy: 'Groovy',
  h: 'C',
  haml: 'Haml',
  hcl: 'HCL',
  hpp: 'C++',
  hs: 'Haskell',
  htm: 'HTML',
  html: 'HTML',
  java: 'Java',
  jl: 'Julia',
  js: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  kts: 'Kotlin',
  less: 'Less',
  lua: 'Lua',
  m: 'Objective-C',
  mjs: 'JavaScript',
  ml: 'OCaml',
  mts: 'TypeScript',
  nim: 'Nim',
  nix: 'Nix',
  pas: 'Pascal',
  php: 'PHP',
  pl: 'Perl',
  pm: 'Perl',
  ps1: 'PowerShell',
  py: 'Python',
  r: 'R',
  rake: 'Ruby',
  rb: 'Ruby',
  rs: 'Rust',
  sass: 'Sass',
  scala: 'Scala',
  scss: 'SCSS',
  sh: 'Shell',
  sol: 'Solidity',
  svelte: 'Svelte',
  swift: 'Swift',
  tcl: 'Tcl',
  tex: 'TeX',
  tf: 'HCL',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  v: 'Verilog',
  vb: 'Visual Basic .NET',
  vhd: 'VHDL',
  vim: 'Vim Script',
  vue: 'Vue',
  xsl: 'XSLT',
  zig: 'Zig',
  zsh: 'Shell',
}

const BY_NAME: Readonly<Record<string, string>> = {
  'cmakelists.txt': 'CMake',
  dockerfile: 'Dockerfile',
  gemfile: 'Ruby',
  makefile: 'Makefile',
  rakefile: 'Ruby',
}

/** Vendored and generated files. */
const FOREIGN = /(^|\/)(node_modules|vendor|vendored|third[-_]party|dist|\.git)\/|\.min\.(js|css)$/

/** The language of a file; undefined for data, prose and vendored files. */
const languageOf = (path: string): string | undefined => {
  if (FOREIGN.test(path)) return undefined
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  const ending = dot < 0 ? '' : name.slice(dot + 1)
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name]
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
}

/** The languages of a commit's files in percent of their bytes, with two decimals, the largest first. */
export const languagesOf = async (
  git: Repository,
  commit: ObjectId,
): Promise<ReadonlyArray<readonly [language: string, percent: number]>> => {
  const bytes = new Map<string, number>()
  let all = 0
  for await (const { path, size } of git.fileSizes(commit)) {
    const language = languageOf(path)
    if (language === undefined || size === 0) continue
    bytes.set(language, (bytes.get(language) ?? 0) + size)
    all += size
  }
  return [...bytes].sort(([, a], [, b]) => b - a).map(([name, size]) => [name, Math.round((size / all) * 10_000) / 100])
}
