use std::time::Duration;

use super::spec::EngineSpec;
use super::{Client, Fault, StartError};

/// An engine that starts when it is needed, and again after a fault.
#[derive(Debug)]
pub struct Supervisor {
    spec: EngineSpec,
    is_chess960: bool,
    patience: Duration,
    client: Option<Client>,
    name: String,
}

impl Supervisor {
    /// An engine that has not been started. The arguments are those of [`Client::start`].
    pub const fn new(spec: EngineSpec, is_chess960: bool, patience: Duration) -> Self {
        Self { spec, is_chess960, patience, client: None, name: String::new() }
    }

    /// The description of the engine.
    pub const fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// The [name](Client::name) of the engine; empty before its first start.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine, if it runs.
    pub const fn running(&self) -> Option<&Client> {
        self.client.as_ref()
    }

    /// Sets whether the engine plays Chess960. If that changes, it starts again when it is needed.
    pub fn set_chess960(&mut self, is_chess960: bool) {
        if self.is_chess960 != is_chess960 {
            (self.is_chess960, self.client) = (is_chess960, None);
        }
    }

    /// The engine, which is started if it does not run.
    ///
    /// # Errors
    /// Those of [`Client::start`].
    pub fn client(&mut self) -> Result<&mut Client, StartError> {
        let client = match self.client.take() {
            Some(client) => client,
            None => Client::start(&self.spec, self.is_chess960, self.patience)?,
        };
        client.name().clone_into(&mut self.name);
        Ok(self.client.insert(client))
    }

    /// Works with the engine, which is ended if that fails.
    ///
    /// # Errors
    /// That of `work`, or the engine does not start.
    pub fn once<T>(&mut self, work: impl FnOnce(&mut Client) -> Result<T, Fault>) -> Result<T, Fault> {
        let client = self.client().map_err(|error| match error {
            StartError::Program { .. } => Fault::NotStarted(error.to_string()),
            error => Fault::crash(error.to_string()),
        })?;
        let done = work(client);
        if done.is_err() {
            self.client = None;
        }
        done
    }

    /// Works with the engine. If that fails, it is started again for one more attempt, unless it was stopped or has no time left; the
    /// result has the fault of the first attempt.
    ///
    /// # Errors
    /// That of the last attempt, or of the first if the engine does not start again.
    pub fn twice<T>(
        &mut self,
        mut work: impl FnMut(&mut Client) -> Result<T, Fault>,
    ) -> Result<(T, Option<Fault>), Fault> {
        match self.once(&mut work) {
            Ok(done) => Ok((done, None)),
            Err(fault @ (Fault::Stopped | Fault::Time(_))) => Err(fault),
            Err(fault) => {
                self.client().map_err(|_| fault.clone())?;
                self.once(work).map(|done| (done, Some(fault)))
            }
        }
    }
}
