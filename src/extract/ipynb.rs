//! Notebooks of Jupyter: cells of Markdown, of code, and what the code printed.

use serde::Deserialize;
use serde_json::Value;

use super::builder::Builder;
use super::{ExtractError, Extraction, Limits, markdown, text};
use stet_sources::chunk::Category;

pub(super) const MEDIA_TYPE: &str = "application/x-ipynb+json";

#[derive(Deserialize)]
struct Notebook {
    cells: Vec<Piece>,
}

#[derive(Deserialize)]
struct Piece {
    cell_type: String,
    #[serde(default)]
    source: Value,
    #[serde(default)]
    outputs: Vec<Value>,
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<Extraction, ExtractError> {
    let decoded = text::decode(bytes)?;
    let notebook: Notebook = serde_json::from_str(&decoded.text).map_err(ExtractError::corrupt)?;
    let mut out = Builder::new(limits);
    let mut title = None;
    for piece in notebook.cells {
        let source = joined(&piece.source);
        match piece.cell_type.as_str() {
            "markdown" => {
                let page = markdown::extract(source.as_bytes(), limits)?;
                title = title.or(page.title);
                for mut block in page.blocks {
                    // The headings above it are those of the notebook.
                    block.headings.clear();
                    out.push_block(block)?;
                }
            }
            "code" => {
                out.push(Category::Code, None, &source)?;
                for output in &piece.outputs {
                    let printed = output.get("text").or_else(|| output.pointer("/data/text~1plain"));
                    out.push(Category::Code, None, &printed.map(joined).unwrap_or_default())?;
                }
            }
            _ => out.push(Category::Paragraph, None, &source)?,
        }
    }
    Ok(Extraction {
        title,
        media_type: MEDIA_TYPE.into(),
        blocks: out.finish(),
        left_out: decoded.left_out.into_iter().collect(),
        guesses: decoded.guess.into_iter().collect(),
        ..Extraction::default()
    })
}

/// A text, or the lines of one.
fn joined(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_what_they_printed() {
        let source = r##"{"cells":[{"cell_type":"markdown","source":["# 요금\n","The fee is ~~20~~ 30."]},
            {"cell_type":"code","source":"print(7)","outputs":[{"text":["7\n"]},{"data":{"text/plain":"8"}}]}]}"##;
        let extraction = extract(source.as_bytes(), &Limits::default()).unwrap();
        let texts: Vec<&str> = extraction.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(texts, ["요금", "The fee is  30.", "print(7)", "7", "8"]);
        assert_eq!(extraction.blocks[1].headings, ["요금"]);
    }
}
