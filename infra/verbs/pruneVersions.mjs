// Deletes old versions of a stage's functions. CloudFormation keeps the version of each deployment; an account may store 75 GB in a region.
import { functions } from './functions.mjs'
import { awsJSON, aws } from './stages.mjs'

/** The number of versions of a function to keep, for `aws lambda update-alias`. A rollback creates its own versions. */
const versionsKept = 10

/** Returns the call that deletes a version. */
export const deletion = (stage, name, version) => ['lambda', 'delete-function', '--function-name', `ordering-${stage}-${name}`, '--qualifier', version]

/** Deletes the versions of each function of a stage, except the newest ones and those that an alias names. */
export function prune(stage) {
  for (const name of functions) {
    const args = ['--function-name', `ordering-${stage}-${name}`]
    const { Versions } = awsJSON('lambda', 'list-versions-by-function', ...args)
    const { Aliases } = awsJSON('lambda', 'list-aliases', ...args)
    const aliased = Aliases.flatMap(({ FunctionVersion, RoutingConfig }) => [FunctionVersion, ...Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {})])
    const versions = Versions.map(({ Version }) => Version).filter((version) => version !== '$LATEST')
    versions.sort((a, b) => b - a)
    for (const version of versions.slice(versionsKept)) if (!aliased.includes(version)) aws(deletion(stage, name, version))
  }
}
