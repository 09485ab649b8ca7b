import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'

const PACKAGES = ['contract', 'analysis', 'server', 'web', 'e2e', 'bench']

/**
 * Imports go one way; each zone lists what it must not reach.
 *
 * @type {(files: string[], patterns: Pattern[]) => import('oxlint').OxlintOverride}
 * @typedef {{ group?: string[], regex?: string, message: string }} Pattern
 */
const forbid = (files, patterns) => ({
  files,
  excludeFiles: ['**/*.test.{ts,tsx}'],
  rules: { 'no-restricted-imports': ['error', { patterns: [...patterns, BY_NAME] }] },
})

/**
 * A package is reached by its name, and shows what its `exports` name. `scripts/` belong to the root, which holds
 * the packages and depends on none.
 *
 * @type {Pattern}
 */
const BY_NAME = {
  regex: `^(\\.\\./)+(${PACKAGES.join('|')})/`,
  message: 'reach another package by its name: `exports` of its package.json',
}

/**
 * Queries are private to their feature: `from` is what leads into another one.
 *
 * @type {(from: string) => Pattern}
 */
const queriesOf = (from) => ({
  regex: `^${from}(.*/)?([\\w-]+-)?queries\\.ts$`,
  message: "use the other feature's service",
})

const ABOVE_FEATURES = [
  { group: ['**/main.ts'], message: 'nothing imports main' },
  { regex: '^(\\.\\./)+app/', message: 'features know nothing of what puts them together' },
]

const BELOW_APP = { regex: '/app/', message: 'nothing but main knows who puts the pages together' }

/** The features of the server. Each knows those before it, and a new one takes its place here. */
const FEATURES = [
  ...['credentials', 'tenants', 'site', 'audit'],
  ...['sessions', 'codes', 'passwords', 'accounts', 'second-factor', 'sso', 'webhooks'],
  ...['sign-up', 'admin-accounts', 'members', 'files', 'institutions', 'devices', 'clients'],
  ...[
    'sittings',
    'deliveries',
    'keys',
    'notices',
    'patients',
    'patient-imports',
    'orders',
    'recall',
    'my-account',
    'dm-conditions',
    'complications',
    'eye-exams',
  ],
  ...[
    'image-notes',
    'datasets',
    'analyses',
    'judgements',
    'readings',
    'batch',
    'archives',
    'received',
  ],
  ...[
    'comparisons',
    'reports',
    'patient-tables',
    'letters',
    'destinations',
    'dicomweb',
    'api',
    'hl7',
    'connections',
    'fhir',
    'patient-folder',
  ],
  ...['worklist', 'dashboard', 'validations', 'drift', 'trends', 'erasure', 'trial'],
  ...['feedback', 'questionnaire', 'news', 'backup', 'move', 'demo'],
]
const unlisted = readdirSync(new URL('./server/src/features/', import.meta.url), {
  withFileTypes: true,
}).filter((entry) => entry.isDirectory() && !FEATURES.includes(entry.name))
if (unlisted.length > 0)
  throw new Error(`FEATURES has no place for ${unlisted.map(({ name }) => name).join(', ')}`)

/**
 * A feature takes from those before it, and never their queries; `up` leads from its files to all features.
 *
 * @type {(files: string, up: string) => import('oxlint').OxlintOverride[]}
 */
const inOrder = (files, up) =>
  FEATURES.map((feature, place) => {
    const later = FEATURES.slice(place + 1)
    return forbid(
      [`server/src/features/${feature}/${files}`],
      [
        ...ABOVE_FEATURES,
        queriesOf(`${up}[\\w-]+/`),
        ...(later.length > 0
          ? [{ regex: `^${up}(${later.join('|')})/`, message: 'features know each other one way' }]
          : []),
      ],
    )
  })

/** @type {Pattern} */
const ZOD_ALONE = {
  regex: '^([^.z]|z[^o]|zo[^d]|zod.)',
  message: 'contract depends on zod alone',
}

/** The folders of the contract. Each knows those before it. */
const CONTRACT = ['wire', 'findings', 'files', 'report', 'modalities', 'calls']

/** @type {(folders: string[]) => import('oxlint').OxlintOverride[]} */
const inFolders = (folders) =>
  folders.map((folder, place) => {
    const above = [...folders.slice(place + 1), 'testing'].join('|')
    return forbid(
      [`contract/src/${folder}/**`],
      [
        ZOD_ALONE,
        {
          regex: `^(\\.\\./)+((${above})/|index\\.ts$)`,
          message: 'folders know each other one way',
        },
      ],
    )
  })

/** Files beside the folders of the server may lead to a feature, but for the settings and a refused start. */
const TOP_FILES = readdirSync(new URL('./server/src/', import.meta.url))
  .filter((name) => /\.ts$/.test(name) && !/^(config|environment|start-refused)\.ts$/.test(name))
  .map((name) => name.replace('.', '\\.'))

/**
 * For a folder below the features.
 *
 * @type {(folder: string, above: string) => import('oxlint').OxlintOverride[]}
 */
const belowFeatures = (folder, above) =>
  ['*.ts', '*/*.ts', '*/*/*.ts'].map((files, depth) => {
    const message = `${folder} knows nothing above it`
    return forbid(
      [`server/src/${folder}/${files}`],
      [
        { regex: `^(\\.\\./)+(${above})/`, message },
        { regex: `^(\\.\\./){${depth + 1}}(${TOP_FILES.join('|')})$`, message },
      ],
    )
  })

/** What JavaScript allows and ESLint's recommended set refuses; the category `correctness` has the rest. */
const LANGUAGE = [
  'no-array-constructor',
  'no-case-declarations',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-useless-assignment',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
]

/** The strict set of typescript-eslint; the category `correctness` has the rest. */
const TYPES = [
  'no-deprecated',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extraneous-class',
  'no-generated-empty-object-type',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-assertion',
  'no-require-imports',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'only-throw-error',
  'prefer-literal-enum-member',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
]

/** The recommended set of eslint-plugin-react-hooks, with what the React Compiler refuses. */
const HOOKS = [
  'error-boundaries',
  'exhaustive-deps',
  'globals',
  'immutability',
  'incompatible-library',
  'preserve-manual-memoization',
  'purity',
  'refs',
  'rules-of-hooks',
  'set-state-in-effect',
  'set-state-in-render',
  'static-components',
  'unsupported-syntax',
  'use-memo',
]

/** @type {(rules: string[]) => Record<string, 'error'>} */
const errors = (rules) => Object.fromEntries(rules.map((rule) => [rule, 'error']))

export default defineConfig({
  ignorePatterns: ['**/dist/', '**/node_modules/', 'training/', 'data/', 'eslint.config.js'],
  plugins: ['typescript', 'oxc'],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  rules: {
    ...errors(LANGUAGE),
    ...errors(TYPES.map((rule) => `typescript/${rule}`)),
    // Words in a list of a test are sorted as the code points are.
    'typescript/require-array-sort-compare': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '$^', varsIgnorePattern: '$^' }],
    eqeqeq: 'error',
    'no-console': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    // `this: void` says that a method may be called alone, as JSX does.
    'typescript/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
  },
  overrides: [
    {
      files: ['web/src/**'],
      plugins: ['typescript', 'oxc', 'react'],
      rules: errors(HOOKS.map((rule) => `react/${rule}`)),
    },
    { files: ['scripts/**', 'analysis/src/cli.ts', 'bench/**'], rules: { 'no-console': 'off' } },
    {
      files: PACKAGES.map((name) => `${name}/**`),
      rules: { 'no-restricted-imports': ['error', { patterns: [BY_NAME] }] },
    },
    forbid(['contract/src/**'], [ZOD_ALONE]),
    ...inFolders(CONTRACT),
    forbid(
      ['analysis/src/**'],
      [{ group: ['@mingmou/server', '**/server/**', '**/web/**'], message: 'analysis is pure' }],
    ),
    ...belowFeatures('platform', 'features|app|http'),
    ...belowFeatures('http', 'features|app'),
    forbid(['server/src/*.ts', 'server/src/app/**'], [queriesOf('.*/features/')]),
    ...inOrder('*.ts', '\\.\\./'),
    ...inOrder('*/*.ts', '\\.\\./\\.\\./'),
    forbid(
      ['web/src/features/*/*'],
      [BELOW_APP, { regex: '^\\.\\./[a-z-]+/', message: 'web features never import each other' }],
    ),
    forbid(
      ['web/src/features/*/*/*'],
      [
        BELOW_APP,
        { regex: '^\\.\\./\\.\\./[a-z-]+/', message: 'web features never import each other' },
      ],
    ),
    forbid(
      ['web/src/modalities/**', 'web/src/ui/**', 'web/src/lib/**', 'web/src/paths.ts'],
      [
        BELOW_APP,
        { regex: '/features/', message: 'features use modalities, ui and lib, not the reverse' },
      ],
    ),
  ],
})
