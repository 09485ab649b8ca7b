import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The whole browser: the shell shows no PDF, which a journey reads in a viewer of others. */
const NEEDED = [
  { package: 'chromium', there: () => existsSync('/usr/bin/chromium') },
  { package: 'fonts-noto-cjk', there: () => existsSync('/usr/share/fonts/opentype/noto') },
]
const DICOM = 'Tests of DICOM are left out'
/** Without these the tests do less or take longer, and say so. dcmtk plays cameras and archives, dicom3tools checks what is sent, Orthanc is a server and a client of DICOMweb. */
const WANTED = [
  {
    package: 'chromium-headless-shell',
    there: () => existsSync('/usr/bin/chromium-headless-shell'),
    without: 'The journeys take longer',
  },
  { package: 'dcmtk', there: () => existsSync('/usr/bin/storescu'), without: DICOM },
  { package: 'dicom3tools', there: () => existsSync('/usr/bin/dciodvfy'), without: DICOM },
  {
    package: 'orthanc-dicomweb',
    there: () => existsSync('/usr/share/orthanc/plugins/libOrthancDicomWeb.so'),
    without: DICOM,
  },
]

function run(command: string, ...args: string[]): number {
  return spawnSync(command, args, { stdio: 'inherit' }).status ?? 1
}

/** As root on Debian. Elsewhere it says what is missing, and ends where nothing goes on without it. */
export function installMissing(): void {
  const missing = [...NEEDED, ...WANTED].filter((tool) => !tool.there()).map((tool) => tool.package)
  if (missing.length === 0) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) {
    run('apt-get', 'update', '-q')
    for (const name of missing)
      run('apt-get', 'install', '-y', '-q', '--no-install-recommends', name)
  }
  for (const { package: name, there, without } of WANTED)
    if (!there()) console.log(`${without}: apt-get install ${name}`)
  if (NEEDED.some((tool) => !tool.there())) {
    console.error(`The browser journeys need: apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
}
