// The beginning of the home page is drawn ahead into the page, in both languages. A visitor who
// opens it sees it until the program has come.
if (/^(#\/?)?$/.test(location.hash) && localStorage.getItem('token') === null) {
  const english = localStorage.getItem('language') === 'en'
  document.documentElement.dataset.first = english ? 'en' : 'zh-CN'
}
