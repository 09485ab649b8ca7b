/**
 * Files that a system, a CD or its viewer lays beside the pictures of a folder. Nobody means them
 * when the folder is given.
 */
const NAMES = new Set([
  ...['dicomdir', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'autorun.inf', 'folder.htt'],
  ...['ntuser.dat', 'iconcache.db', 'icon\r', 'lockfile', 'version', 'license', 'readme'],
])
const FOLDERS = new Set([
  ...['__macosx', '$recycle.bin', 'recycler', 'system volume information', '@eadir', 'lost+found'],
])
/**
 * Programs, their parts and the pages of a viewer; lists of sums. Pictures and documents are not among them, nor endings
 * that say nothing, such as .dat, .tmp and .bak: devices and copies call photographs so.
 */
const EXTENSIONS = new Set([
  ...['exe', 'dll', 'ocx', 'msi', 'cab', 'bat', 'cmd', 'com', 'sys', 'drv', 'jar', 'class', 'so'],
  ...[
    'inf',
    'ini',
    'cfg',
    'conf',
    'config',
    'manifest',
    'lnk',
    'url',
    'webloc',
    'ico',
    'icns',
    'cur',
  ],
  ...['htm', 'html', 'css', 'js', 'xsl', 'xslt', 'chm', 'hlp', 'db', 'log', 'plist'],
  ...['md5', 'sha1', 'sha256', 'sfv', 'crc', 'app', 'dylib', 'nib', 'strings', 'ttf', 'reg'],
])

/** Whether a file of a given folder is no picture by what it is called. `path` may name its folders. */
export function isSystemFile(path: string): boolean {
  const [name = '', ...folders] = path.toLowerCase().split(/[\\/]/).toReversed()
  if (
    folders.some((folder) => FOLDERS.has(folder) || (folder.startsWith('.') && folder.length > 2))
  )
    return true
  // .DS_Store, ._photograph.jpg and the like
  if (name.startsWith('.') || name.startsWith('~$')) return true
  const dot = name.lastIndexOf('.')
  const stem = dot < 0 ? name : name.slice(0, dot)
  return (
    NAMES.has(name) ||
    (NAMES.has(stem) && /\.(txt|md)$/.test(name)) ||
    (dot > 0 && EXTENSIONS.has(name.slice(dot + 1)))
  )
}
