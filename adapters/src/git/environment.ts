/** The settings of every git process started here; no configuration file overrides them. */
const SETTINGS: ReadonlyArray<readonly [string, string]> = [
  // No object is ever pruned, and no maintenance starts by itself.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['receive.autogc', 'false'],
  ['core.logAllRefUpdates', 'false'],
  // An acknowledged push survives a loss of power.
  ['core.fsync', 'objects,derived-metadata,reference'],
  ['core.fsyncMethod', 'fsync'],
  // Large files are streamed, not held in memory.
  ['core.bigFileThreshold', '50m'],
  ['core.quotePath', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.alternateRefsCommand', 'exit 0 #'],
  ['core.multiPackIndex', 'true'],
  ['tar.tar.bz2.command', 'bzip2 -c'],
  ['diff.renameLimit', '1000'],
  ['pack.threads', '1'],
  ['protocol.version', '2'],
  ['receive.fsckObjects', 'true'],
  ['receive.fsck.badTimezone', 'ignore'],
  ['receive.fsck.missingSpaceBeforeDate', 'ignore'],
  ['receive.fsck.zeroPaddedFilemode', 'ignore'],
  ['receive.advertisePushOptions', 'true'],
  ['receive.denyDeletes', 'false'],
  ['receive.denyNonFastForwards', 'false'],
  ['receive.denyDeleteCurrent', 'ignore'],
  ['receive.denyCurrentBranch', 'ignore'],
  // A few objects are kept loose, more are kept as the received pack.
  ['receive.unpackLimit', '100'],
  ['uploadpack.allowFilter', 'true'],
  ['uploadpack.allowAnySHA1InWant', 'true'],
  // Refs of the server itself, hidden from clones.
  ['transfer.hideRefs', 'refs/keep-around'],
  ['transfer.hideRefs', 'refs/pipelines'],
  ['transfer.hideRefs', 'refs/environments'],
  // Can be fetched, never pushed.
  ['receive.hideRefs', 'refs/merge-requests'],
  // Replace refs would change what every reader sees.
  ['receive.hideRefs', 'refs/replace'],
]

const PASSED_ON = ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot']

const FIXED: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  LANGUAGE: '',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_CONFIG_COUNT: String(SETTINGS.length + 1),
  ...Object.fromEntries(
    SETTINGS.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  [`GIT_CONFIG_KEY_${SETTINGS.length}`]: 'core.hooksPath',
}

/** The environment of every git process: no configuration of a user or machine, no prompt, no hook, English messages. */
export const gitEnvironment = (hooks = '/dev/null'): Readonly<Record<string, string>> => {
  const environment: Record<string, string> = { ...FIXED, [`GIT_CONFIG_VALUE_${SETTINGS.length}`]: hooks }
  for (const name of PASSED_ON) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}
