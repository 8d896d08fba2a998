/** The bibliography of the scripted server: works that come in with any file, and what an export makes of citations. */

const WORKS = [
  { key: 'kim2020', title: '문장 단위 인용 검증의 효과', authors: '김영희, 이철수', year: 2020, container: '한국정보학회지', type: 'article-journal', updatedAt: '' },
  { key: 'smith2019', title: 'Checking Citations', authors: 'Jane Smith', year: 2019, container: 'Journal of Streams', type: 'article-journal', updatedAt: '' },
];

export class MockWorks {
  works = [];
  /** Styles that exports were asked for. */
  asked = [];

  /** The bibliography itself. */
  handle(request, response, url, json) {
    const words = (url.searchParams.get('q') ?? '').toLowerCase();
    if (request.method === 'POST') {
      const added = WORKS.length - this.works.length;
      this.works = [...WORKS];
      return json(response, 200, { added, replaced: 0, unchanged: WORKS.length - added, faults: [{ line: 12, key: 'bad', message: 'It cannot be read.' }] });
    }
    if (request.method === 'DELETE') {
      const key = decodeURIComponent(url.pathname.split('/').at(-1));
      this.works = this.works.filter((work) => work.key !== key);
      response.writeHead(204);
      return response.end();
    }
    const works = this.works.filter((work) => JSON.stringify(work).toLowerCase().includes(words));
    return json(response, 200, { works, total: works.length });
  }

  /** What becomes of the citations of a draft. */
  preview(response, draft, json) {
    const keys = [...new Set([...draft.text.matchAll(/@([\w가-힣]+)/g)].map(([, key]) => key))];
    const known = keys.filter((key) => this.works.some((work) => work.key === key));
    return json(response, 200, {
      style: draft.citationStyle || 'apa',
      works: known.map((key) => ({ key, text: key })),
      unknown: keys.filter((key) => !known.includes(key)),
    });
  }

  export(response, draft, url) {
    this.asked.push(url.search);
    const unknown = /@nobody/.test(draft.text) ? { 'stet-unknown-citations': 'nobody' } : {};
    if (url.searchParams.get('format') === 'html') {
      const html = draft.text.trim().replaceAll('[@kim2020]', '(Kim, 2020)').replaceAll('<', '&lt;');
      response.writeHead(200, { 'content-type': 'text/html', ...unknown });
      return response.end(`<!doctype html><title>x</title><style>body{color:red}</style><body><h1>${draft.title}</h1><p>${html}</p><h2>References</h2><p>Kim. (2020).</p></body>`);
    }
    response.writeHead(200, { 'content-type': 'text/markdown', ...unknown });
    response.end(`${draft.text.replaceAll('[@kim2020]', '(Kim, 2020)')}\n## References\n\nKim. (2020).\n`);
  }
}
